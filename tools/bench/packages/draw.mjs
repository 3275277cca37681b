// Reads a Vega-Lite specification and writes the SVG. A script of its own, since the library is made
// of ES modules and the rest of the benchmark is not.
import { text } from 'node:stream/consumers';
import { parse, View } from 'vega';
import { compile } from 'vega-lite';

const specification = JSON.parse(await text(process.stdin));
const view = new View(parse(compile(specification).spec), { renderer: 'none' });
process.stdout.write(await view.toSVG());
