/** What an agent may ask the user beside permissions: a form to fill in, or an address to visit. */

/** Independent of how the agent's schema says it. */
export type ElicitationMode =
	| {
			readonly type: 'form';
			readonly title?: string;
			readonly description?: string;
			readonly fields: readonly ElicitationField[];
	  }
	| { readonly type: 'url'; readonly elicitationId: string; readonly url: string };

interface FieldBase {
	/** Name of the property; unique in its form. */
	readonly name: string;
	readonly title?: string;
	readonly description?: string;
	readonly isRequired: boolean;
}

export type ElicitationField =
	| (FieldBase & {
			readonly type: 'text';
			/** For an answer that is none of the choices before it: its title is one of ours. */
			readonly isOther?: true;
			/** Known formats are checked; an unknown one is not here (acp C109). */
			readonly format?: 'email' | 'uri' | 'date' | 'date-time';
			/** In characters. */
			readonly minLength?: number;
			readonly maxLength?: number;
			/** Regular expression of the agent; ignored where it is none. */
			readonly pattern?: string;
			readonly initial?: string;
	  })
	| (FieldBase & {
			readonly type: 'number';
			readonly isInteger: boolean;
			readonly minimum?: number;
			readonly maximum?: number;
			readonly initial?: number;
	  })
	| (FieldBase & { readonly type: 'boolean'; readonly initial?: boolean })
	| (FieldBase & {
			readonly type: 'choice';
			readonly choices: readonly ElicitationChoice[];
			readonly initial?: string;
	  })
	| (FieldBase & {
			readonly type: 'choices';
			readonly choices: readonly ElicitationChoice[];
			readonly minItems?: number;
			readonly maxItems?: number;
			readonly initial?: readonly string[];
	  })
	/** A kind of property we do not know: never drawn as one we know (acp C109). */
	| (FieldBase & { readonly type: 'unknown'; readonly kind: string });

export interface ElicitationChoice {
	readonly value: string;
	readonly label: string;
	readonly description?: string;
}

export type FieldValue = string | number | boolean | readonly string[];

export type FormValues = Readonly<Record<string, FieldValue>>;

export interface ElicitationRequest {
	readonly message: string;
	readonly toolCallId?: string;
	/** The child session it comes from. */
	readonly subagentId?: string;
	readonly mode: ElicitationMode;
}

export type ElicitationOutcome =
	| { readonly type: 'accept'; readonly content?: FormValues }
	| { readonly type: 'decline' }
	| { readonly type: 'cancel' };

export type ElicitationState =
	| { readonly type: 'pending' }
	/** `isWaiting`: the user went to the address, and the agent has not said that it is done. */
	| { readonly type: 'accepted'; readonly isWaiting: boolean }
	| { readonly type: 'declined' }
	| { readonly type: 'cancelled'; readonly by: 'user' | 'agent' | 'exit' };
