// @ts-check
// A page on a plain host keeps itself for when there is no network, and takes up a new version as soon as nobody is in the middle
// of something.

import { toast } from './dom.js';
import { t } from './i18n.js';

/** Whether this page is already on its way to a new version. */
let leaving = false;

export async function keepOffline() {
  if (!('serviceWorker' in navigator)) return;
  const hadOne = Boolean(navigator.serviceWorker.controller);
  const registration = await navigator.serviceWorker.register('offline.js');
  const takeOver = () => registration.waiting?.postMessage('take over');
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!hadOne || leaving) return;
    leaving = true;
    location.reload();
  });
  // At the beginning nothing is under way; later, a page that nobody looks at is as good, and games are kept.
  takeOver();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) takeOver();
  });
  await navigator.serviceWorker.ready;
  document.documentElement.dataset.offline = 'kept';
  if (!hadOne) toast(t('offline.ready'));
}
