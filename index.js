// n8n finds the nodes and the credential through the `n8n` entry of package.json.
module.exports = {};
