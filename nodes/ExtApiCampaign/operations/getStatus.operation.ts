import { campaignStatusOf } from '../../shared/waiting/campaignEnd';
import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { campaignResource, taskIdField } from './campaignFields';

/** How far a campaign is (specification, "Follow a campaign"). */
export const getStatus: PerItemOperation = {
	resource: campaignResource,
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get campaign status',
	description:
		'Get the progress of a campaign: status (pending, running, stop, done, empty, cancel, error, noMsgLeft, abort, limit, na), finished (also true for na: the service does not know the campaign), and notSent, the numbers it did not reach',
	endpoint: endpoints.campaign,
	effect: 'asks',
	fields: [taskIdField],
	fixed: { act: 'status' },
	output: (reply, _context, { tid }) => campaignStatusOf(String(tid), reply),
};
