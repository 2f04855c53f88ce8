/**
 * When a worker gets a signal, throws an error in one of its timers, promises or sockets (reliability F20).
 * Only the fault tests load this file into the product.
 */
import cluster from 'node:cluster'
import { createServer, connect, type AddressInfo } from 'node:net'

const fault = () => {
  throw new Error('a fault of a test')
}
const faults = {
  SIGUSR2: () => setTimeout(fault, 1),
  SIGCONT: () => Promise.reject(new Error('a fault of a test')),
  SIGWINCH: () => {
    const server = createServer((socket) => socket.end('x')).listen(0, () => {
      connect((server.address() as AddressInfo).port).on('data', fault)
    })
  },
}
// Only in workers, because the primary process just supervises them.
if (cluster.isWorker)
  for (const [signal, throwIt] of Object.entries(faults))
    process.on(signal as NodeJS.Signals, () => void throwIt())
