// If this fails, a person who said no gets a message, or a whole campaign stops at a sign that a spreadsheet left.
import { phonesToLeaveOut } from '../../../nodes/shared/rules/phoneLists';

it.each(["'0570004567", '"0570004567"', '057/0004567', '057/000-4567', "'057/0004567'"])(
	'a phone is left out as spreadsheets and people write it: %j',
	(entered) => {
		const [phones] = [phonesToLeaveOut('0570004567'), phonesToLeaveOut(entered)];
		expect(phonesToLeaveOut([entered])).toEqual(phones);
		expect(phonesToLeaveOut(entered)).toEqual(phones);
	},
);

it.each(['0570004567/0570004568', '057000456/7', '057/000/4567', "'", '/'])(
	'%j is refused: who is meant is not known',
	(entered) => {
		expect(phonesToLeaveOut([entered])).toHaveProperty('problem');
	},
);
