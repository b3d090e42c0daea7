// What is particular to each game: how its hands play, what its answers say.

import { ask, drag, expect, mark, middle, on, open, PUZZLES, picture, state, steps, table, test, tool } from './page.js';

/** The line that the server finds from the beginning. */
const solution = async (page, id) => (await ask(page, id.split(/[:#@]/)[0], 'solve', { puzzle: id })).line;

/** Asks for the answer and has it played. */
async function playAnswer(page) {
  await tool(page, 'solve').click();
  await page.locator('dialog [data-tool="yes"]').click();
  await tool(page, 'play-line').click();
}

test('Kami: a region floods, and the solution is the fewest moves', async ({ page }) => {
  await open(page, PUZZLES.kami);
  const before = await picture(page);
  const line = await solution(page, PUZZLES.kami);
  const [spot, color] = line[0].split(' ');
  await on(page, `color:${color}`).click();
  await on(page, spot).click();
  await steps(page, 1);
  await tool(page, 'undo').first().click();
  await steps(page, 0);
  await expect.poll(() => picture(page)).toEqual(before);
  await playAnswer(page);
  await state(page, 'won');
  await steps(page, line.length);
  await expect(page.locator('.note .verdict')).toContainText(String(line.length));
});

test('Kami: the pointer shows what it would paint, and the end of the moves is a loss that undo heals', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await on(page, 'color:2').click();
  await page.mouse.move(...(await middle(page, 'A1')));
  await expect(mark(page, 'preview').first()).toBeAttached();
  await page.mouse.move(1, 1);
  await expect(mark(page, 'preview')).toHaveCount(0);
  for (let count = 1; (await table(page).getAttribute('data-state')) === 'playing'; count += 1) {
    await on(page, `color:${1 + (count % 2)}`).click();
    await on(page, 'A1').click();
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
  await expect(page.locator('.note')).toContainText('Difficulty: ');
});

test('Flow: paths are dragged, cut by crossing, rubbed out by going back', async ({ page }) => {
  await open(page, 'flow:A.../B..B/...A');
  const lines = page.locator('.frame .paths path');
  await drag(page, 'A1', 'B1', 'B3');
  await steps(page, 1);
  await expect(lines).toHaveCount(1);
  await drag(page, 'A2', 'D2');
  await steps(page, 2);
  await expect(lines).toHaveCount(2);
  const crossed = await picture(page);
  await drag(page, 'A2', 'D2', 'B2');
  await steps(page, 3);
  expect(await picture(page)).not.toEqual(crossed);
  await open(page, PUZZLES.flow);
  await playAnswer(page);
  await state(page, 'won');
});

test('Flow: check names the rules and marks cells', async ({ page }) => {
  await open(page, PUZZLES.flow);
  await tool(page, 'check').click();
  await expect(page.locator('.violations li').first()).toBeVisible();
  await expect(page.locator('.sign.bad').first()).toBeAttached();
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
    await expect(page.locator('.frame .dots path')).toHaveCount(new Set(id.match(/[A-D](?=[^:]*$)/g)).size);
    await playAnswer(page);
    await state(page, 'won');
  }
});

test('Switcher: a swap and the best turn', async ({ page }) => {
  await open(page, PUZZLES.switcher);
  await page.locator('.panel select').selectOption('');
  const before = await picture(page);
  await on(page, 'card:0').click();
  await expect(on(page, 'card:0')).toHaveAttribute('aria-pressed', 'true');
  await on(page, 'C3').click();
  await expect(mark(page, 'choice').first()).toBeAttached();
  const { moves } = await ask(page, 'switcher', 'moves', { puzzle: PUZZLES.switcher });
  await on(page, 'card:0').click();
  const [, one, two] = moves.find((move) => move.startsWith('mov') && move.includes('C3')).split(' ');
  await on(page, one === 'C3' ? two : one).click();
  await steps(page, 1);
  await tool(page, 'undo').first().click();
  await steps(page, 0);
  await expect.poll(() => picture(page)).toEqual(before);
  await tool(page, 'solve').click();
  await page.locator('dialog [data-tool="yes"]').click();
  await expect(page.locator('.note .plan li').first()).toBeVisible();
  await expect(page.locator('.note p').first()).toContainText('proven');
  const plan = await page.locator('.note .plan li').count();
  await tool(page, 'play-line').click();
  await steps(page, plan);
});

test('Switcher: computer players take their turns and hand over; the choice is remembered', async ({ page }) => {
  await open(page, 'switcher:2p#5');
  await expect(page.locator('.panel select')).not.toHaveValue('');
  await on(page, 'end').click();
  await expect(page.locator('.note p').first()).toContainText('played', { timeout: 30_000 });
  await expect(table(page)).not.toHaveClass(/waiting/, { timeout: 30_000 });
  await tool(page, 'undo').first().click();
  await steps(page, 0);
  await page.locator('.panel select').selectOption('');
  await page.reload();
  await expect(page.locator('.panel select')).toHaveValue('');
});

test('Blocky: blocks are chosen by pointer and buttons, turned, and planned', async ({ page }) => {
  await open(page, PUZZLES.blocky);
  const before = await picture(page);
  const chosen = () => mark(page, 'chosen').first().getAttribute('d');
  await page.mouse.move(...(await middle(page, 'A1')));
  await expect(mark(page, 'chosen').first()).toBeAttached();
  const half = await chosen();
  await on(page, 'larger').click();
  await expect.poll(chosen).not.toBe(half);
  await on(page, 'rotate_cw').click();
  await steps(page, 1);
  await tool(page, 'undo').first().click();
  await steps(page, 0);
  expect(await picture(page)).toEqual(before);
  await tool(page, 'solve').click();
  await page.locator('dialog [data-tool="yes"]').click();
  await expect(page.locator('.note')).toContainText('proven');
});

test('Blocky: a computer player of the position answers', async ({ page }) => {
  await open(page, 'blocky:d3,t4,blob,human,smart2#3');
  await page.mouse.move(...(await middle(page, 'A1')));
  await on(page, 'larger').click();
  await on(page, 'rotate_cw').click();
  await steps(page, 2);
  await tool(page, 'undo').first().click();
  await steps(page, 0);
});

test('Tetris: pieces are moved, turned and dropped, and the plan is played', async ({ page }) => {
  await open(page, PUZZLES.tetris);
  const ghost = () => mark(page, 'ghost').first().getAttribute('d');
  await expect(mark(page, 'ghost')).toHaveCount(1);
  const before = await ghost();
  await on(page, 'left').click();
  await expect.poll(ghost).not.toBe(before);
  await page.locator('.controls [data-handle="turn"]').click();
  await on(page, 'drop').click();
  await steps(page, 1);
  await tool(page, 'undo').first().click();
  await steps(page, 0);
  await tool(page, 'solve').click();
  await page.locator('dialog [data-tool="yes"]').click();
  await expect(page.locator('.note .plan li').first()).toBeVisible();
  const plan = await page.locator('.note .plan li').count();
  await tool(page, 'play-line').click();
  await steps(page, plan);
});
