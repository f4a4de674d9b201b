/** n8n logs every error of a node; the tests provoke them on purpose. */
process.env.N8N_LOG_LEVEL = 'silent';
