const base = require('../../jest.config');

/** @type {import('jest').Config} */
module.exports = { ...base, testMatch: ['<rootDir>/test/unit/*.test.ts'] };
