/** The `operationId`s of the contract's thirteen operations in `api/openapi.yaml`. */
export const CONTRACT_OPERATIONS = [
	'contactFilter',
	'automationRuleUpdate',
	'contactCreate',
	'messagingFlowCreate',
	'appointmentReschedule',
	'appointmentComplete',
	'contactSearch',
	'inboxGetAgents',
	'integrationGetApps',
	'agentBotDelete',
	'labelDelete',
	'outboundReportGetByTemplate',
	'catalogPushToPartner',
] as const;

/** Lists outside the contract that pickers read. */
export const PICKER_OPERATIONS = [
	'inboxList',
	'labelList',
	'agentBotList',
	'automationRuleList',
	'customAttributeDefinitionList',
] as const;

export type ContractOperation = (typeof CONTRACT_OPERATIONS)[number];
export type PickerOperation = (typeof PICKER_OPERATIONS)[number];
export type OperationName = ContractOperation | PickerOperation;

/** All operations a request can be for. */
export const OPERATIONS: readonly OperationName[] = [...CONTRACT_OPERATIONS, ...PICKER_OPERATIONS];
