import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseAddress, OpenConnection } from './connection.ts'
import { openSlot } from './pool.ts'

type Listener = { onPayload: (payload: string) => void; onReady: () => void }

/**
 * Returns the connection for notifications. The first `listen` opens it. From then on, it is reopened
 * whenever it is lost, until `close` is called.
 */
export function openListener(address: DatabaseAddress, patience: number) {
  const slot = openSlot(address, patience)
  const channels = new Map<string, Listener[]>()
  let isClosed = false
  const subscribe = async (connection: OpenConnection, channel: string) => {
    await connection.order(`listen "${channel}"`)
    for (const { onReady } of channels.get(channel) ?? []) onReady()
  }
  let listening: OpenConnection | null = null
  const open = async () => {
    const connection = await slot.ready()
    // `open` can run twice for the same connection: once for a new listener, and once because the previous
    // connection was lost.
    if (listening !== connection) {
      listening = connection
      connection.listen(
        (channel, payload) => channels.get(channel)?.forEach(({ onPayload }) => onPayload(payload)),
        () => void reopen(),
      )
    }
    for (const channel of channels.keys()) await subscribe(connection, channel)
  }
  let reopening: Promise<void> | null = null
  const again = async (): Promise<void> => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- `close` sets it
    while (!isClosed) {
      const isOpen = await open().then(
        () => true,
        () => false,
      )
      if (isOpen) return
      await pause(100)
    }
  }
  const reopen = () =>
    (reopening ??= again().finally(() => {
      reopening = null
    }))
  const add = async (channel: string, listener: Listener) => {
    const known = channels.get(channel) ?? []
    channels.set(channel, [...known, listener])
    try {
      const connection = slot.now()
      // A statement may have opened the connection first.
      if (!connection || connection !== listening) await open()
      else if (known.length > 0) listener.onReady()
      else await subscribe(connection, channel)
    } catch (error) {
      // If the caller calls `listen` again, every payload must still arrive only once.
      if (known.length > 0) channels.set(channel, known)
      else channels.delete(channel)
      throw error
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    slot,
    /**
     * Adds a listener. `onReady` is called whenever the channel's notifications start to arrive, also after a
     * lost connection has been reopened. Listeners are added one at a time, so that the first two can't both
     * open the connection.
     */
    listen: (channel: string, onPayload: Listener['onPayload'], onReady: Listener['onReady']) => {
      const mine = last.then(() => add(channel, { onPayload, onReady }))
      last = mine.catch(() => {})
      return mine
    },
    close: () => {
      isClosed = true
      return slot.close()
    },
  }
}
