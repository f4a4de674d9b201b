/** Status of a template at the chat platform. */
export const templateStatuses = [
	'APPROVED',
	'PENDING',
	'REJECTED',
	'PAUSED',
	'DISABLED',
	'FLAGGED',
	'PENDING_DELETION',
] as const;
/** One of `templateStatuses`. */
export type TemplateStatus = (typeof templateStatuses)[number];

/** Category of a template. */
export const templateCategories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;
/** One of `templateCategories`. */
export type TemplateCategory = (typeof templateCategories)[number];

/** Header of a template. */
export interface TemplateHeader {
	type: 'NONE' | 'TEXT' | 'IMAGE' | 'VIDEO' | 'DOCUMENT';
	text: string;
	/** Address of the stored default file, empty when none. */
	defaultMediaUrl: string;
}

/** One button, in template order. */
export interface TemplateButton {
	type: 'QUICK_REPLY' | 'URL' | 'PHONE_NUMBER' | 'COPY_CODE';
	text: string;
	url: string;
	dynamic: boolean;
	/** Example of the varying end of a dynamic link, as its author wrote it. */
	example: string;
}

/** A chat template as the account stores it; the listing's `params`, `sendable` and the like are derived from it. */
export interface Template {
	code: number;
	displayName: string;
	status: TemplateStatus;
	/** Stored data is missing or outdated: listed with `issue` needs_resync and refused in sends. */
	needsResync: boolean;
	category: TemplateCategory;
	language: string;
	qualityScore: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN';
	/** `YYYY-MM-DD HH:MM:SS`, Israel time. */
	updated: string;
	header: TemplateHeader;
	headerExamples: string[];
	body: string;
	bodyExamples: string[];
	footer: string;
	buttons: TemplateButton[];
	/** Minutes a code is valid, 0 when not set; only AUTHENTICATION. */
	expirationMinutes: number;
	securityRecommendation: boolean;
}
