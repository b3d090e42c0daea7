// Browsers that Playwright does not drive as Debian packs them: Firefox by WebDriver BiDi, WebKitGTK by its own WebDriver.
// Each gives the same few things to do to a page.

import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** Debian's Firefox. */
export async function firefox({ dark = false } = {}) {
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'ui.systemUsesDarkTheme': dark ? 1 : 0, 'intl.accept_languages': 'en-GB' },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1000, height: 800 });
  return {
    goto: (address) => page.goto(address),
    evaluate: (code, ...values) => page.evaluate(`(${code})(...${JSON.stringify(values)})`),
    press: (key) => page.keyboard.press(key),
    async pointer(kind, points) {
      const hand = kind === 'touch' ? page.touchscreen : page.mouse;
      const [first, ...rest] = points;
      if (kind === 'touch') {
        await hand.touchStart(...first);
        for (const point of rest) await hand.touchMove(...point);
        await hand.touchEnd();
        return;
      }
      await hand.move(...first);
      await hand.down();
      for (const point of rest) await hand.move(...point);
      await hand.up();
    },
    close: () => browser.close(),
  };
}

const KEYS = { ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015', Enter: '\uE007' };

/** Debian's WebKitGTK; whoever starts this gives it a display. */
export async function webkit() {
  const { Builder, Capabilities } = await import('selenium-webdriver');
  const port = 4000 + (process.pid % 1000);
  const service = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore' });
  await wait(1000);
  const wanted = new Capabilities();
  wanted.setBrowserName('MiniBrowser');
  const binary = process.env.MINIBROWSER ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
  wanted.set('webkitgtk:browserOptions', { binary, args: ['--automation'] });
  const driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(wanted).build();
  await driver.manage().window().setRect({ width: 1000, height: 800 });
  return {
    goto: (address) => driver.get(address),
    evaluate: (code, ...values) => driver.executeScript(`return (${code})(...arguments)`, ...values),
    press: (key) =>
      driver
        .actions()
        .sendKeys(KEYS[key] ?? key)
        .perform(),
    async pointer(kind, points) {
      const at = ([x, y]) => ({ type: 'pointerMove', duration: 20, x: Math.round(x), y: Math.round(y), origin: 'viewport' });
      const [first, ...rest] = points;
      const down = { type: 'pointerDown', button: 0 };
      const actions = [at(first), down, ...rest.map(at), { type: 'pointerUp', button: 0 }];
      const { Command, Name } = await import('selenium-webdriver/lib/command.js').then((all) => all.default ?? all);
      const source = { type: 'pointer', id: `a ${kind}`, parameters: { pointerType: kind }, actions };
      await driver.execute(new Command(Name.ACTIONS).setParameter('actions', [source]));
    },
    async close() {
      await driver.quit();
      service.kill();
    },
  };
}
