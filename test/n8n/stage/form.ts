import type { NamedCase } from '../../../cases';
import type { EditorPage } from './editorPage';

/** A field of a form, typed by the package's version of n8n-workflow. */
export type Field = NamedCase['operation']['fields'][number];
type Parameters = NamedCase['example'];
type Value = Parameters[string];
type Option = NonNullable<Field['options']>[number];
type Group = Extract<Option, { values: unknown }>;
type Fill = (editor: EditorPage, field: Field, value: Value) => Promise<void>;

/**
 * Fills in the form of the open node with these parameters, by clicking and typing. It selects the
 * first record of each list.
 *
 * @param fields the fields of the form; if several have the same name, the editor shows one of them
 */
export async function fill(
	editor: EditorPage,
	fields: Field[],
	parameters: Parameters,
): Promise<void> {
	for (const [name, value] of Object.entries(parameters)) {
		const [field, ...others] = fields.filter((each) => each.name === name);
		const options = [field, ...others].flatMap((each) => each.options ?? []);
		await (FILL[field.type] ?? type)(editor, { ...field, options }, value);
	}
}

const type: Fill = async (editor, { name }, value) => await editor.type(name, String(value));

const FILL: Partial<Record<Field['type'], Fill>> = {
	boolean: async (editor, field, value) => {
		if (value !== field.default) await editor.field(field.name).locator('.el-switch').click();
	},
	collection: async (editor, { placeholder = '', options = [] }, values) => {
		for (const [name, value] of Object.entries(values as Parameters)) {
			const fields = options as Field[];
			const added = fields.find((each) => each.name === name)?.displayName ?? name;
			await editor.addTo(placeholder, added);
			await fill(editor, fields, { [name]: value });
		}
	},
	dateTime: async (editor, { name }, value) => {
		const input = editor.field(name).locator('input');
		await input.fill(String(value).replace('T', ' '));
		await input.press('Enter');
	},
	fixedCollection: async (editor, { placeholder = '', options = [], typeOptions }, groups) => {
		for (const { name, values } of options as Group[]) {
			for (const row of (groups as Parameters)[name] as Parameters[]) {
				await editor.byId('node-parameters').getByText(placeholder, { exact: true }).last().click();
				const isHidden = ({ name: key, typeOptions: shown }: Field) =>
					key in row && typeOptions?.hideOptionalFields && !shown?.showEvenWhenOptional;
				for (const hidden of values.filter(isHidden)) {
					await editor.addTo(typeOptions?.addOptionalFieldButtonText ?? '', hidden.displayName);
				}
				await fill(editor, values, row);
			}
		}
	},
	multiOptions: async (editor, { name, options = [] }, values) => {
		for (const value of values as string[]) await editor.choose(name, nameOf(options, value));
		await editor.page.keyboard.press('Escape');
	},
	options: async (editor, { name, options = [] }, value) =>
		await editor.choose(name, nameOf(options, value)),
	resourceMapper: async (editor, _field, mapping) => {
		const { value, schema } = mapping as Parameters;
		for (const [id, mapped] of Object.entries(value as Parameters)) {
			const { displayName, ...control } =
				(schema as Parameters[]).find((each) => each.id === id) ?? {};
			await editor.addAttribute(String(displayName));
			const field = { ...control, displayName, name: id, default: false } as unknown as Field;
			await fill(editor, [field], { [id]: mapped });
		}
	},
	resourceLocator: async (editor, { name }, locator) =>
		await editor.pickFromList(name, String((locator as Parameters).value)),
};

function nameOf(options: Option[], value: Value): string {
	return options.find((option) => 'value' in option && option.value === value)?.name ?? '';
}
