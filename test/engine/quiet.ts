// Read by n8n-core when it is loaded: import this first.
process.env.N8N_LOG_LEVEL ??= 'silent';
