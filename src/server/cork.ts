import type { Socket } from 'node:net'

/**
 * Returns a function to call before each write. It corks the socket until the end of this turn of the event
 * loop, so that everything sent in the turn goes out in one write.
 */
export function corkForTurn(socket: Socket) {
  let isCorked = false
  return () => {
    if (isCorked) return
    isCorked = true
    socket.cork()
    process.nextTick(() => {
      isCorked = false
      socket.uncork()
    })
  }
}
