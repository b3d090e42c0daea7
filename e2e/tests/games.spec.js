// Every game: start, play, hint, undo, solve, and a link that opens the same position elsewhere.

import { PUZZLES, ask, cell, drag, expect, follow, middle, open, picture, state, steps, table, test, tool } from './page.js';

/** Hint, undo and share are the same in all games: after one step was played. */
async function hintUndoShare(page, browser, game) {
  await steps(page, 1);
  const other = await follow(page, browser, game);
  await steps(other, 1);
  expect(await picture(other)).toEqual(await picture(page));
  await other.context().close();
  await tool(page, 'hint').click();
  await expect(page.locator('.note .hint code, .note p').first()).toBeVisible();
  await expect(page.locator('.note .busy')).toHaveCount(0);
  await tool(page, 'undo').first().click();
  await steps(page, 0);
  await tool(page, 'redo').click();
  await steps(page, 1);
  await tool(page, 'undo').first().click();
  await steps(page, 0);
}

test('Kami: a region floods, and the solution is the fewest moves', async ({ page, browser }) => {
  await open(page, PUZZLES.kami);
  const before = await picture(page);
  const { moves } = await ask(page, 'kami', 'solve', { position: (await ask(page, 'kami', 'new', { id: PUZZLES.kami })).position });
  const [spot, color] = moves[0].split(' ');
  await page.locator(`.palette [data-color="${color}"]`).click();
  await cell(page, spot).click();
  await hintUndoShare(page, browser, 'kami');
  expect(await picture(page)).toEqual(before);
  await tool(page, 'solve').click();
  await state(page, 'won');
  await steps(page, moves.length);
  await expect(page.locator('.note .verdict')).toContainText(String(moves.length));
});

test('Kami: a hint can be played, the distance is told, the end of the moves is a loss that undo heals', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await tool(page, 'hint').click();
  await tool(page, 'play-hint').click();
  await steps(page, 1);
  await page.getByLabel('Show the distance to the end').check();
  await expect(page.locator('.distance')).toContainText('Exactly enough');
  await page.locator('.palette [data-color="3"]').click();
  await cell(page, 'A1').click();
  await steps(page, 2);
  await tool(page, 'solve').click();
  await expect(page.locator('.note')).toContainText('too many');
  for (let count = 3; (await table(page).getAttribute('data-state')) === 'playing'; count += 1) {
    await page.locator('.palette [data-color="1"]').click();
    await cell(page, 'A1').click();
    await steps(page, count);
  }
  await state(page, 'lost');
  await tool(page, 'undo').first().click();
  await state(page, 'playing');
});

test('Kami: check says what is missing and how hard the level is', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await tool(page, 'check').click();
  await expect(page.locator('.violations')).toContainText('one_color');
  await expect(page.locator('.note')).toContainText('Difficulty: easy');
});

test('Flow: paths are dragged, cut by crossing, rubbed out by going back', async ({ page, browser }) => {
  await open(page, 'flow:A.../B..B/...A');
  await drag(page, 'A1', 'B1', 'B3');
  await steps(page, 1);
  expect((await picture(page)).length).toBe(13);
  await drag(page, 'A2', 'D2');
  await steps(page, 2);
  await expect(page.locator('.moves li').last()).toHaveText('A1-B1, A2-B2-C2-D2');
  await drag(page, 'A2', 'D2', 'B2');
  await steps(page, 3);
  await expect(page.locator('.moves li').last()).toHaveText('A2-B2');
  await open(page, PUZZLES.flow);
  const { position } = await ask(page, 'flow', 'new', { id: PUZZLES.flow });
  const solved = await ask(page, 'flow', 'solve', { position });
  await drag(page, ...solved.moves[0].split('-'));
  await hintUndoShare(page, browser, 'flow');
  await tool(page, 'solve').click();
  await state(page, 'won');
  await expect(page.locator('.panel .big')).toContainText('100');
});

test('Flow: check names the rules and marks cells', async ({ page }) => {
  await open(page, PUZZLES.flow);
  await tool(page, 'check').click();
  await expect(page.locator('.violations li').first()).toBeVisible();
  await expect(page.locator('.mark.bad').first()).toBeAttached();
});

test('Flow: bridges, walls, wrapped edges and hexagons are drawn and solved', async ({ page }) => {
  const ids = [
    'flow:AA.../..*../...CD/C.B../D.B..',
    'flow:..A.../....../AB.BC./..C.../......,w0.3-0.4,w1.2-2.2,w1.3-2.3,w2.3-3.3,w2.4-3.4,w3.2-4.2',
    'flow:A..A/B..B,torus',
    'flow:A.B/.../A.B,hex',
  ];
  for (const id of ids) {
    await open(page, id);
    await expect(page.locator('azulejo-board circle')).toHaveCount(2 * new Set(id.match(/[A-D](?=[^:]*$)/g)).size);
    await tool(page, 'solve').click();
    await state(page, 'won');
  }
});

test('Switcher: a swap, a claim and the best turn', async ({ page, browser }) => {
  await open(page, PUZZLES.switcher);
  await expect(table(page)).toHaveAttribute('data-dealt', '0');
  await page.locator('.panel select').selectOption('people');
  await page.locator('[data-card]').first().click();
  await cell(page, 'C3').click();
  await expect(page.locator('.mark.choice').first()).toBeAttached();
  const { moves } = await ask(page, 'switcher', 'moves', { position: (await ask(page, 'switcher', 'new', { id: PUZZLES.switcher })).position });
  const card = await page.locator('[data-card]').first().getAttribute('data-card');
  const [, one, two] = moves.find((move) => move.startsWith(card) && move.includes('C3')).split(' ');
  await cell(page, one === 'C3' ? two : one).click();
  await hintUndoShare(page, browser, 'switcher');
  await tool(page, 'solve').click();
  await expect(page.locator('.note .plan li').first()).toBeVisible();
  await expect(page.locator('.note strong').first()).toContainText('proven');
  const plan = await page.locator('.note .plan li').count();
  await steps(page, plan);
  await page.locator('[data-tool="end"]').click();
  await expect(table(page).locator('.status')).toContainText('Player 2');
});

test('Switcher: bots play their turn and hand over', async ({ page }) => {
  await open(page, 'switcher:2p#5');
  await expect(table(page)).toHaveAttribute('data-dealt', '0');
  await page.locator('[data-tool="end"]').click();
  await expect(table(page).locator('.status')).toContainText('Player 2');
  await expect(table(page).locator('.status')).toHaveText('Your turn', { timeout: 20000 });
  await tool(page, 'undo').first().click();
  await steps(page, 0);
});

test('Blocky: blocks are chosen by pointer and keys, turned, and planned', async ({ page, browser }) => {
  await open(page, PUZZLES.blocky);
  const before = await picture(page);
  const block = page.locator('.panel [role="status"]');
  await page.mouse.move(...(await middle(page, 'A1')));
  await expect(block).toContainText('at A1');
  await page.mouse.wheel(0, 100);
  await expect(block).not.toContainText('2×2');
  await page.mouse.wheel(0, -100);
  await expect(block).toContainText('2×2');
  await page.locator('[data-action="larger"]').click();
  await expect(block).toContainText('4×4');
  await expect(page.locator('.mark.block')).toHaveCount(1);
  await page.locator('[data-action="rotate_cw"]').click();
  await hintUndoShare(page, browser, 'blocky');
  expect(await picture(page)).toEqual(before);
  await tool(page, 'solve').click();
  await expect(page.locator('.note')).toContainText('proven the best');
});

test('Blocky: a computer player answers', async ({ page }) => {
  await open(page, 'blocky:d3,t4,blob,human,smart2#3');
  await page.locator('[data-action="larger"]').click();
  await page.locator('[data-action="rotate_cw"]').click();
  await steps(page, 2);
  await expect(table(page).locator('.players li.turn')).toHaveCount(1);
  await tool(page, 'undo').first().click();
  await steps(page, 0);
});

test('Tetris: pieces fall, the plan is walked through and played', async ({ page, browser }) => {
  await open(page, PUZZLES.tetris);
  await expect(page.locator('.mark.ghost')).toHaveCount(4);
  await page.locator('[data-action="turn"]').click();
  await page.locator('[data-action="left"]').click();
  await page.locator('[data-action="drop"]').click();
  await hintUndoShare(page, browser, 'tetris');
  await tool(page, 'solve').click();
  await page.locator('[data-action="after"]').click();
  await steps(page, 0);
  await page.locator('[data-tool="play-plan"]').click();
  await steps(page, 2);
});

test('Tetris: the board is painted and the queue edited', async ({ page }) => {
  await open(page, 'tetris:0000/0000/0000/0000/0000/0000,TO,keep,0');
  await page.locator('[data-action="edit"]').click();
  await drag(page, 'A6', 'C6');
  await expect.poll(async () => (await picture(page)).filter((one) => one.endsWith('8')).length).toBe(3);
  await page.locator('.queue button').first().click();
  await expect(page.locator('.queue button').first()).toContainText('I');
  await page.locator('[data-action="edit"]').click();
  await page.locator('[data-action="drop"]').click();
  await steps(page, 1);
});
