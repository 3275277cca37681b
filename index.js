// What n8n loads is named in package.json.
module.exports = {};
