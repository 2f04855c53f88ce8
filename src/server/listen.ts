import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Options with which every worker accepts its own connections, where the system distributes them (Linux). If
 * the primary accepted them all, it would hand each worker one at a time and wait for a reply, which took up
 * to ten seconds for several hundred new connections under full load (reliability L3).
 */
const distribution = process.platform === 'linux' ? { reusePort: true } : {}
/**
 * Number of sockets on which a worker listens, where the system distributes connections. Node accepts one
 * connection per socket in each turn of its event loop. Under full load, when every turn answers many
 * requests, new connections waited up to eight seconds with a single socket.
 */
const listeners = 8
/**
 * Maximum number of connections per socket that wait to be accepted, unless the system's limit is lower. When
 * many devices reconnect at once, the system drops those that exceed Node's 511, and they try again only
 * after one or three seconds.
 */
const backlog = 4096

/** Accepts connections at this address until the app closes. Throws if the port is in use. */
export async function listen(app: FastifyInstance, { port, host }: { port: number; host: string }) {
  const more = Array.from({ length: 'reusePort' in distribution ? listeners - 1 : 0 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  )
  app.addHook('preClose', async () => {
    // Connections in use end with their next response.
    const closed = [app.server, ...more].map(async (server) => {
      if (server.listening) await once(server.close(), 'close')
    })
    await Promise.all(closed)
  })
  await app.listen({ port, host, backlog, ...distribution })
  const address = app.server.address() as AddressInfo
  await Promise.all(
    more.map((server) =>
      once(server.listen({ port: address.port, host, backlog, ...distribution }), 'listening'),
    ),
  )
}
