/** The classic script for other people's pages: defines `<maskscope-figure>` with every figure, the module inside. */
import { register } from '../figures/register';

register();
