import { safeRegex } from 'n8n-workflow';

/**
 * n8n gives up a regular expression in the display condition of a field after 250 ms by the clock
 * (n8n-workflow, `safe-regex`), which a busy machine takes for no reason of the expression's.
 */
safeRegex.test = (pattern, input, flags) => new RegExp(pattern, flags).test(input);
