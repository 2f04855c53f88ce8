import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** True where the system distributes connections among several sockets at the same address (Linux). */
const distributes = process.platform === 'linux'
/**
 * Number of sockets on which a worker listens at an address. Node accepts one connection per socket in each
 * turn of its event loop. With a single socket, new connections waited up to eight seconds under full load,
 * when every turn answers many requests (reliability L3).
 */
const listeners = distributes ? 8 : 1
/**
 * Option with which, on Linux, every worker accepts its own connections. If the primary accepted them all, it
 * would hand each worker one connection at a time and wait for a reply, which took up to ten seconds for
 * several hundred new connections.
 */
const distribution = distributes ? { reusePort: true } : {}
/**
 * Maximum number of connections per socket that wait to be accepted, unless the system's limit is lower. When
 * many devices reconnect at once, the system drops those that exceed Node's 511, and they try again only
 * after one or three seconds.
 */
const backlog = 4096

/** Returns a function that closes all connections on which the headers of a request have never arrived. */
function watchUnused({ server }: FastifyInstance) {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  for (const event of ['request', 'upgrade'])
    server.on(event, ({ socket }: IncomingMessage) => unused.delete(socket))
  return () => unused.forEach((socket) => socket.destroy())
}

/**
 * Accepts connections until the app closes, at every address of the host: `localhost` usually has an IPv4 and
 * an IPv6 address. Throws if the port is in use. Closing waits until all requests in progress are answered.
 */
export async function listen(app: FastifyInstance, { port, host }: { port: number; host: string }) {
  const [first, ...others] = (await lookup(host, { all: true })).map(({ address }) => address)
  const options = { backlog, ...distribution }
  const openMore = (address: string, count: number) =>
    Array.from({ length: count }, () => ({
      address,
      server: createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
        app.server.emit('connection', socket),
      ),
    }))
  const [same, further] = [
    openMore(first as string, listeners - 1),
    others.flatMap((each) => openMore(each, listeners)),
  ]
  const closeUnused = watchUnused(app)
  app.addHook('preClose', async () => {
    const all = [app.server, ...[...same, ...further].map(({ server }) => server)]
    // Node itself closes idle connections, and those in use end with their next response.
    const closed = all.map(async (server) => {
      if (server.listening) await once(server.close(), 'close')
    })
    closeUnused()
    await Promise.all(closed)
  })
  await app.listen({ port, host: first, ...options })
  const taken = (app.server.address() as AddressInfo).port
  const start = async ({ address, server }: (typeof same)[number]) =>
    await once(server.listen({ port: taken, host: address, ...options }), 'listening')
  await Promise.all(same.map(start))
  // The system may lack IPv6, although the name has such an address.
  await Promise.allSettled(further.map(start))
}
