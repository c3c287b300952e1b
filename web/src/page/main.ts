/** The page: settings first, so that nothing moves when they apply; then the figures, which arrive by themselves. */
import { startContents } from './contents';
import { startSettings } from './settings';

startSettings();
startContents();
void Promise.all([import('../figures/register'), import('./states')]).then(([{ register }, { startStates }]) => {
  startStates();
  register();
});
