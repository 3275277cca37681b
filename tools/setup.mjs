// Installs what is missing, and brings the build up to date. Takes the arguments of install.mjs.
import './install.mjs';
import { build } from './upToDate.mjs';

await build();
