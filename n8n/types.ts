/** One item that travels between nodes, as n8n stores it. */
export interface ExecutionItem {
	json: Record<string, unknown>;
	/** The input item or items this one came from. */
	pairedItem?: number | PairedItem | Array<number | PairedItem>;
	/** Set when the node failed for this item and was set to continue. */
	error?: ExecutionError;
}

/** A reference to an input item. */
export interface PairedItem {
	item: number;
	input?: number;
}

/** An error as n8n stores it. */
export interface ExecutionError {
	message: string;
	description?: string | null;
	context?: Record<string, unknown>;
}

/** One run of one node. */
export interface NodeRun {
	executionStatus?: string;
	/** Milliseconds since 1970. */
	startTime?: number;
	/** Milliseconds. */
	executionTime?: number;
	error?: ExecutionError;
	/** Items by connection type and output index, for example `data.main[0]`. */
	data?: Record<string, Array<ExecutionItem[] | null>>;
}

/** A finished or running execution. */
export interface Execution {
	id: string;
	workflowId: string;
	/** `new`, `running`, `waiting`, `success`, `error`, `canceled` or `crashed`. */
	status: string;
	mode: string;
	startedAt: string;
	stoppedAt?: string;
	/** Runs by node name. */
	runData: Record<string, NodeRun[]>;
	/** The error that ended the execution. */
	error?: ExecutionError;
}

/** A node in a workflow file. Only what this runner reads is named. */
export interface WorkflowNode {
	name: string;
	type: string;
	typeVersion?: number;
	parameters: Record<string, unknown>;
	webhookId?: string;
	credentials?: Record<string, { id: string; name: string }>;
}

/** A workflow file as the editor exports it. */
export interface WorkflowJson {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	/** Items that replace a node's output in manual executions, by node name. */
	pinData?: Record<string, ExecutionItem[]>;
}

/** A workflow stored in n8n. */
export interface StoredWorkflow extends WorkflowJson {
	id: string;
	versionId: string;
}

/** A credential stored in n8n, without its secret. */
export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}
