/**
 * How an error reply is rendered. `normal` follows the request's mode, `withoutAction` leaves `action` out of the JSON
 * (specification, convention "JSON reply"), `plain` is text even for a JSON request ("No IP").
 */
export type ErrorShape = 'normal' | 'withoutAction' | 'plain';

/** An error reply of the service: `ERROR --> Description: <description>` or JSON `status` 0 (specification, Error words). */
export class ServiceError extends Error {
	constructor(
		readonly description: string,
		readonly shape: ErrorShape = 'normal',
	) {
		super(description);
		this.name = 'ServiceError';
	}
}
