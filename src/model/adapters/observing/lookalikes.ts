// Other protocols that look like ours at first sight, so that they are named and never misread: the two others that are called
// ACP, the Model Context Protocol over the same JSON-RPC, the draft of ACP that was a fork of it, and the messages, runs and
// events of model providers. Named is what a value shows by itself; nothing is read. SPEC.md X.33.

import { isJsonObject, member, type Json, type JsonObject } from '../../base/json.ts';

/** What a value is instead. */
export interface Lookalike {
  readonly looksLike: string;
  readonly why: string;
}

const EDITOR: Lookalike = { looksLike: 'agent-client-protocol', why: 'the Agent Client Protocol (an editor and its coding agent)' };
const MCP: Lookalike = { looksLike: 'mcp', why: 'the Model Context Protocol' };
const DRAFT: Lookalike = { looksLike: 'acp-draft', why: 'the first draft of the Agent Communication Protocol, over JSON-RPC' };
const CONNECT: Lookalike = { looksLike: 'agent-connect-protocol', why: 'the Agent Connect Protocol, which is called ACP too' };
const LANGGRAPH: Lookalike = { looksLike: 'langgraph', why: 'a run of a LangGraph server' };
const OPENAI: Lookalike = { looksLike: 'openai', why: 'the API of a model provider (OpenAI)' };
const ANTHROPIC: Lookalike = { looksLike: 'anthropic', why: 'the API of a model provider (Anthropic)' };
const GEMINI: Lookalike = { looksLike: 'gemini', why: 'the API of a model provider (Gemini)' };
const CHAT: Lookalike = { looksLike: 'chat-message', why: 'a message to or from a model, not between agents' };

/** What a JSON-RPC method that is none of A2A belongs to; undefined when no known protocol has it. */
export function methodLookalike(method: string, params: Json | undefined): Lookalike | undefined {
  if (method === 'initialize') return typeof member(params, 'protocolVersion') === 'number' ? EDITOR : MCP;
  if (/^agents\/(?:list|run|create|destroy|templates\/list)$/.test(method) || method.startsWith('notifications/agents/')) return DRAFT;
  if (/^(?:session|fs|terminal)\//.test(method) || (method === 'authenticate' && isJsonObject(params))) return EDITOR;
  if (/^(?:tools|resources|prompts|sampling|roots|completion|logging|notifications|elicitation)\//.test(method)) return MCP;
  return method === 'ping' ? MCP : undefined;
}

/** What the result of a JSON-RPC call shows that it belongs to; undefined when it shows nothing of the kind. */
export function resultLookalike(value: Json): Lookalike | undefined {
  if (!isJsonObject(value) || has(value, 'kind', 'status', 'parts')) return undefined;
  if (has(value, 'agentCapabilities', 'stopReason', 'authMethods')) return EDITOR;
  if (typeof value['sessionId'] === 'string' && !has(value, 'id')) return EDITOR;
  if (has(value, 'serverInfo')) return MCP;
  if (
    isListOf(value['tools'], 'inputSchema') ||
    isListOf(value['resources'], 'uri') ||
    isListOf(value['resourceTemplates'], 'uriTemplate')
  ) {
    return MCP;
  }
  if (isListOf(value['prompts'], 'name') || isListOf(value['contents'], 'uri')) return MCP;
  return isListOf(value['content'], 'type') && !has(value, 'role') ? MCP : undefined;
}

/** What a bare value is instead of agent traffic; undefined when it shows nothing of the kind. */
export function bareLookalike(value: JsonObject): Lookalike | undefined {
  if (typeof value['sessionUpdate'] === 'string' || isJsonObject(value['update'])) {
    if (typeof member(value['update'], 'sessionUpdate') === 'string' || has(value, 'sessionUpdate')) return EDITOR;
  }
  return otherRun(value) ?? otherType(value) ?? otherObject(value) ?? otherMessage(value);
}

/** A run that names what a run of ACP has not, and no agent by name. */
function otherRun(value: JsonObject): Lookalike | undefined {
  if (!has(value, 'run_id') || has(value, 'agent_name')) return undefined;
  if (has(value, 'assistant_id')) return LANGGRAPH;
  return has(value, 'agent_id', 'thread_id', 'creation') ? CONNECT : undefined;
}

const ANTHROPIC_TYPES = /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping)$/;

function otherType(value: JsonObject): Lookalike | undefined {
  const { type } = value;
  if (typeof type !== 'string') return undefined;
  if (ANTHROPIC_TYPES.test(type)) return ANTHROPIC;
  if ((type === 'message' && Array.isArray(value['content'])) || (type === 'error' && typeof member(value['error'], 'type') === 'string')) {
    return ANTHROPIC;
  }
  return /^(?:response|thread|conversation)\.[a-z]/.test(type) ? OPENAI : undefined;
}

function otherObject(value: JsonObject): Lookalike | undefined {
  const { object } = value;
  if (typeof object === 'string' && /^(?:chat\.completion|thread|response|list|assistant|text_completion)/.test(object)) return OPENAI;
  if (Array.isArray(value['candidates']) || Array.isArray(value['contents'])) return GEMINI;
  const { event } = value;
  return typeof event === 'string' && /^(?:thread|response)\.[a-z]/.test(event) ? OPENAI : undefined;
}

const MODEL_ROLES: ReadonlySet<Json | undefined> = new Set(['assistant', 'system', 'tool', 'developer', 'function']);

/** A message by a role that no agent protocol has, or with plain content and nothing that names it. */
function otherMessage(value: JsonObject): Lookalike | undefined {
  if (has(value, 'messageId', 'message_id', 'kind')) return undefined;
  const { role, content } = value;
  if (role === 'model' && Array.isArray(value['parts'])) return GEMINI;
  if (MODEL_ROLES.has(role) && (content !== undefined || Array.isArray(value['parts']))) return CHAT;
  return role === 'user' && (typeof content === 'string' || isListOf(content, 'type')) ? CHAT : undefined;
}

function has(value: JsonObject, ...keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(value, key));
}

/** Whether a value is a list of objects that have a member; an empty list is one of anything. */
function isListOf(value: Json | undefined, key: string): boolean {
  if (!Array.isArray(value)) return false;
  return (value as readonly Json[]).every((item) => isJsonObject(item) && Object.hasOwn(item, key));
}
