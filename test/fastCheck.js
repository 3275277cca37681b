const fc = require('../node_modules/fast-check/lib/cjs/fast-check.js');

// The same cases in each run, so that a run can be repeated; another FC_SEED tries others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) });

/** fast-check with the seed of the tests. Most test files need none, and loading it takes a tenth of a second. */
module.exports = fc;
