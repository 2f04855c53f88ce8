import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that a system usually gives to whoever connects (Linux from 32768, others from 49152), who else may take one between the look and its use. */
const [first, last] = [20_000, 32_767]

/** A port of 127.0.0.1 at which nobody listens. */
export async function freePort() {
  for (;;) {
    const port = first + Math.floor(Math.random() * (last + 1 - first))
    const probe = createServer().listen(port, '127.0.0.1')
    const heard = await once(probe, 'listening').catch((error: NodeJS.ErrnoException) => error)
    if (Array.isArray(heard)) {
      await new Promise((done) => probe.close(done))
      return port
    }
    if (heard.code !== 'EADDRINUSE' && heard.code !== 'EACCES') throw heard
  }
}
