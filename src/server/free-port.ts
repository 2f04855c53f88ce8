import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Port range below the ports that systems usually assign to outgoing connections (Linux from 32768, others
 * from 49152), because one of those could be taken between our check and its use.
 */
const [first, last] = [20_000, 32_767]

/** Returns a port of 127.0.0.1 on which nothing listens. */
export async function freePort() {
  for (;;) {
    const port = first + Math.floor(Math.random() * (last + 1 - first))
    const probe = createServer().listen(port, '127.0.0.1')
    const outcome = await once(probe, 'listening').catch((error: NodeJS.ErrnoException) => error)
    if (Array.isArray(outcome)) {
      await new Promise((done) => probe.close(done))
      return port
    }
    if (outcome.code !== 'EADDRINUSE' && outcome.code !== 'EACCES') throw outcome
  }
}
