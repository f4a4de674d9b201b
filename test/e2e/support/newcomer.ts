import type { Locator, Page } from 'playwright-core';

const handToMouseMs = 400;
/** How often someone presses Tab before taking the mouse. The editor stops at the buttons beside a label, too. */
const mostTabs = 5;
/** How long someone looks at an editor that did nothing before doing it again. */
const patienceMs = 20_000;

/** Someone who has never seen the editor: uses mouse and keyboard only, and is counted. */
export class Newcomer {
	/** Clicks so far. */
	clicks = 0;

	constructor(readonly page: Page) {}

	/** Clicks what can be seen. */
	async click(target: Locator): Promise<void> {
		await target.click();
		this.clicks++;
	}

	/** Clicks into a field and writes. */
	async write(field: Locator, text: string): Promise<void> {
		await this.click(field);
		await this.type(text);
	}

	/**
	 * Presses Tab until the cursor is in a field, and writes.
	 *
	 * @throws Error when someone would have clicked before that
	 */
	async tabTo(field: Locator, text: string): Promise<void> {
		const isFocused = async () =>
			await field.evaluate((element) => element.ownerDocument.activeElement === element);
		for (let pressed = 0; !(await isFocused()); pressed++) {
			if (pressed === mostTabs) throw new Error('Tab does not lead to this field.');
			await this.page.keyboard.press('Tab');
		}
		await this.type(text);
	}

	/** Writes into a field in place of what is there. */
	async overwrite(field: Locator, text: string): Promise<void> {
		await this.click(field);
		await this.page.keyboard.press('ControlOrMeta+a');
		await this.type(text);
	}

	private async type(text: string): Promise<void> {
		await this.page.keyboard.type(text);
		// The editor takes over what was written a moment later; no hand is faster at the mouse.
		await this.page.waitForTimeout(handToMouseMs);
	}

	/** Opens a node by a double click, which counts as two. */
	async open(node: Locator): Promise<void> {
		await node.dblclick();
		this.clicks += 2;
		await this.page.getByTestId('ndv').waitFor();
	}

	/** Goes from the open node to one before or after it, by its icon at the edge. */
	async goOn(name: string): Promise<void> {
		const icons = this.page.getByTestId('floating-node');
		await this.click(icons.and(this.page.locator(`[data-node-name="${name}"]`)));
	}

	/** Pastes what was copied from a file. */
	async paste(copied: string): Promise<void> {
		await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		// In the page, where a navigator and its clipboard are.
		await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(copied)})`);
		await this.page.keyboard.press('ControlOrMeta+v');
	}

	/**
	 * Types into the open node panel, whose search field has the cursor already, and once more where the panel forgot
	 * it: opened from a node, it changes its view a moment later.
	 */
	async search(words: string, hit: Locator): Promise<void> {
		const field = this.page.getByTestId('node-creator-search-bar');
		await field.and(this.page.locator(':focus')).waitFor();
		await this.type(words);
		while (!(await comes(hit))) await this.overwrite(field, words);
	}

	/** Takes a node from what a search found. One that the list is just moving takes no click: then once more. */
	async take(node: Locator): Promise<void> {
		await this.click(node);
		while (!(await comes(this.page.getByTestId('ndv')))) {
			if (await node.isVisible()) await this.click(node);
		}
	}

	/** The first node whose name has these words, of those that a search in the node panel found. */
	hit(words: string): Locator {
		return this.page.getByTestId('node-creator-item-name').filter({ hasText: words }).first();
	}

	/** Takes the first node that a search in the node panel finds, by Enter, and one of its actions. */
	async addAction(search: string, action: string): Promise<void> {
		await this.search(search, this.hit('ExtApi'));
		await this.page.keyboard.press('Enter');
		await this.take(this.page.getByText(action, { exact: true }).first());
	}

	/** Drags a column of the input beside the open node to where it is wanted. */
	async drag(column: string, target: Locator): Promise<void> {
		const { mouse } = this.page;
		const pill = this.page.locator(`[data-target="mappable"][data-name="${column}"]`);
		await mouse.move(...(await middleOf(pill)));
		await mouse.down();
		const [x, y] = await middleOf(target);
		// The editor takes it for a drag once the mouse has moved a little.
		await mouse.move(x, y, { steps: 20 });
		await this.page.waitForTimeout(handToMouseMs);
		await mouse.up();
		await this.page.waitForTimeout(handToMouseMs);
		this.clicks++;
	}

	/** Adds an option to a collection of the open node. */
	async addOption(collection: string, option: string): Promise<void> {
		const choices = this.page
			.getByTestId('ndv')
			.getByText(collection, { exact: true })
			.locator('xpath=following::*[@role="combobox"]');
		await this.click(choices.filter({ visible: true }).first());
		await this.click(this.page.getByRole('option', { name: option, exact: true }));
	}

	/** Chooses one of the values of a field of the open node. */
	async choose(label: string, value: string): Promise<void> {
		await this.click(this.field(label));
		// The name of an option ends with its description: "Send" begins that of Send Approved, too.
		await this.click(this.page.getByRole('option', { name: value }).first());
	}

	/** The field below a label of the open node. */
	field(label: string): Locator {
		return this.page
			.getByTestId('ndv')
			.getByText(label, { exact: true })
			.locator('xpath=following::*[self::input or self::textarea][1]');
	}

	/** The field of the open node that holds a parameter, whatever it is labeled. */
	parameter(name: string): Locator {
		return this.page.getByTestId('ndv').locator(`[title='Parameter: "${name}"']`);
	}
}

/** Whether it can be seen before someone's patience ends. */
async function comes(awaited: Locator): Promise<boolean> {
	return await awaited.waitFor({ timeout: patienceMs }).then(
		() => true,
		() => false,
	);
}

async function middleOf(target: Locator): Promise<[x: number, y: number]> {
	const box = await target.boundingBox();
	if (box === null) throw new Error('What is to be dragged, or where to, cannot be seen.');
	return [box.x + box.width / 2, box.y + box.height / 2];
}
