/** Languages of `lang` (specification, One-time codes). */
export const otpLanguages = ['he', 'en', 'ar', 'ru'] as const;
/** One of `otpLanguages`. */
export type OtpLanguage = (typeof otpLanguages)[number];

/** "Your verification code is", before the code in an SMS; the specification gives its meaning only. */
export const smsPhrases: Record<OtpLanguage, string> = {
	he: 'קוד האימות שלך הוא',
	en: 'Your verification code is',
	ar: 'رمز التحقق الخاص بك هو',
	ru: 'Ваш код подтверждения:',
};

/** "Here is the requested verification code", before the code in a call. */
export const voicePhrases: Record<OtpLanguage, string> = {
	he: 'להלן קוד האימות המבוקש',
	en: 'Here is the requested verification code',
	ar: 'إليك رمز التحقق المطلوب',
	ru: 'Вот запрошенный код подтверждения:',
};
