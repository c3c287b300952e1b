/** The classic script for other people's pages: defines `<maskscope-figure>` with every figure, the module inside. */
import { register } from '../element/register';
import { figures } from '../figures/index';

register(figures);
