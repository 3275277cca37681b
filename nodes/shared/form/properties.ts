import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import { optionsField, previewOnlyField } from './fields';

/** All fields of an operation, in the order of its form. */
export function propertiesOf(operation: Operation): INodeProperties[] {
	return [...operation.fields, optionsField(optionsOf(operation))];
}

/** The entries of the collection `options`, without those that every operation has. */
export function optionsOf({ kind, options = [] }: Operation): INodeProperties[] {
	return kind === 'write' ? [...options, previewOnlyField] : options;
}
