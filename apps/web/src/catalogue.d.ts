declare module 'virtual:catalogue/*' {
  /** Compiled ICU messages by key, of every area. */
  const messages: Record<string, import('@lingui/message-utils/compileMessage').CompiledMessage>;
  export default messages;
}
