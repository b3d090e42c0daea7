// How each game is won in a few gestures: by what is touched, and by which keys.

export const WINS = {
  kami: { id: 'kami:square,1,2,0,3,-,22233/21133/22233', touch: ['color:2', 'B2', 'color:3', 'A1'], keys: ['2', '@B2', '3', '@A1'] },
  flow: {
    id: 'flow:A.AB/C.C./B...',
    touch: ['A1-B1-C1', 'A2-B2-C2', 'D1-D2-D3-C3-B3-A3'],
    keys: ['@A1', '→', '→', '@A2', '→', '→', '@D1', '↓', '↓', '←', '←', '←'],
  },
  switcher: {
    id: 'switcher:2p:ybrggb/ygyrry/rybryy/rbbrgb/ybgyrg/rggbgb,-,1,,1661517235377235441136621723277454475343155,,3.358,-,u..266,jrw.mpievxshcayibfeandturl.246',
    touch: ['C3'],
    keys: ['@C3'],
  },
  blocky: { id: 'blocky:d2,t1,blob,human#6', touch: ['A1', 'rotate_cw'], keys: ['@A1', 'd'] },
  tetris: { id: 'tetris:0000/0000/0000/0000,OI,clear,0', touch: ['left', 'drop', 'turn', 'drop'], keys: ['←', ' ', '↑', ' '] },
};

const NAMES = { '←': 'ArrowLeft', '→': 'ArrowRight', '↑': 'ArrowUp', '↓': 'ArrowDown' };

/** The keys of a way to win; `@B2` goes to a cell and enters it. */
export async function byKeys(keys, { press, at }) {
  for (const key of keys) {
    if (!key.startsWith('@')) {
      await press(NAMES[key] ?? key);
      continue;
    }
    const [right, down] = [key.charCodeAt(1), Number(key.slice(2))];
    for (let count = 0; count < 40; count += 1) {
      const now = await at();
      if (now === key.slice(1)) break;
      const [column, row] = [now.charCodeAt(0), Number(now.slice(1))];
      await press(row < down ? 'ArrowDown' : row > down ? 'ArrowUp' : column < right ? 'ArrowRight' : 'ArrowLeft');
    }
    await press('Enter');
  }
}
