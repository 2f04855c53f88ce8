declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net'

  type Stored = { raw: string; flags?: string[] }

  /** An IMAP server in memory, for tests. */
  export default function hoodiecrow(options: {
    users: Record<string, { password: string }>
    storage: Record<string, { messages?: Stored[] }>
  }): Pick<Server, 'listen' | 'close'> & {
    server: Server
    appendMessage(folder: string, flags: string[], date: boolean, raw: string): unknown
  }
}
