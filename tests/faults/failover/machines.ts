import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { kill, procFile } from '../product.ts'

/** Runs a command as root and returns its output. Throws if it fails. */
const run = (command: string, ...words: string[]) =>
  execFileSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const attempt = (command: string, ...words: string[]) => {
  try {
    run(command, ...words)
  } catch {
    // Already gone.
  }
}

/** Returns the prefix of a network, such as `10.213.7.`, that no interface of this machine is in. */
function freeNetwork() {
  const taken = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  for (;;) {
    const network = `10.213.${1 + Math.floor(Math.random() * 250)}.`
    if (!taken.some(({ address }) => address.startsWith(network))) return network
  }
}

/** Options of a program: its user, environment, and the file that its output is appended to. */
type Start = { user: string; env: Record<string, string>; log: string }

export type Machine = ReturnType<typeof openMachine>

function openMachine({ name, address, bridge }: { name: string; address: string; bridge: string }) {
  const cable = `${name}v`
  run('ip', 'netns', 'add', name)
  run('ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  run('ip', 'link', 'set', cable, 'master', bridge, 'up')
  run('ip', '-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  for (const each of ['eth0', 'lo']) run('ip', '-n', name, 'link', 'set', each, 'up')
  const pids = () => run('ip', 'netns', 'pids', name).trim().split('\n').filter(Boolean).map(Number)
  let isOpen = true
  return {
    address,
    start: (command: string, words: string[], { user, env, log }: Start): ChildProcess => {
      const output = openSync(log, 'a')
      const as = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups']
      return spawn('ip', ['netns', 'exec', name, ...as, command, ...words], {
        env: { PATH: '/usr/bin:/bin:/usr/sbin', LANG: 'C.UTF-8', ...env },
        cwd: '/',
        stdio: ['ignore', output, output],
      })
    },
    /**
     * Runs a command on this machine and returns its output, or null if it fails or takes longer than `ms`.
     */
    outputOf: (words: string[], { env, ms }: { env: Record<string, string>; ms: number }) =>
      new Promise<string | null>((done) => {
        const child = spawn('ip', ['netns', 'exec', name, ...words], {
          env: { PATH: '/usr/bin:/bin', ...env },
          stdio: ['ignore', 'pipe', 'ignore'],
          timeout: ms,
          killSignal: 'SIGKILL',
        })
        let output = ''
        child.stdout.on('data', (part: Buffer) => (output += part.toString()))
        child.once('close', (code) => done(code === 0 ? output : null))
      }),
    /** Kills processes on this machine with SIGKILL: all of them, or only those with this command name. */
    kill: (command?: string) =>
      kill(pids().filter((pid) => command === undefined || procFile(pid, 'comm') === command)),
    /** Cuts this machine off from everything, like a pulled cable, or reconnects it. */
    cut: (isCut: boolean) => run('ip', 'link', 'set', cable, isCut ? 'down' : 'up'),
    /**
     * Drops everything that this machine sends to the given machines, or lets it through again. Connections
     * to other machines keep working.
     */
    drop: (machines: readonly { address: string }[], isDropped: boolean) => {
      for (const each of machines)
        run('ip', '-n', name, 'route', isDropped ? 'add' : 'del', 'blackhole', `${each.address}/32`)
    },
    remove: () => {
      if (!isOpen) return
      isOpen = false
      kill(pids())
      attempt('ip', 'netns', 'del', name)
      attempt('ip', 'link', 'del', cable)
    },
  }
}

/**
 * Opens machines that share a network with this one. Each is a network namespace with separate addresses and
 * ports, so that its programs can use the files of `ops/cluster` unchanged. Only root can do this.
 */
export function openMachines(count: number) {
  const network = freeNetwork()
  const id = `bl${process.pid.toString(36)}`
  const bridge = `${id}b`
  run('ip', 'link', 'add', bridge, 'type', 'bridge')
  run('ip', 'addr', 'add', `${network}1/24`, 'dev', bridge)
  run('ip', 'link', 'set', bridge, 'up')
  const machines = Array.from({ length: count }, (_, index) =>
    openMachine({ name: `${id}d${index + 1}`, address: `${network}1${index + 1}`, bridge }),
  )
  return {
    network,
    machines,
    close: () => {
      for (const machine of machines) machine.remove()
      attempt('ip', 'link', 'del', bridge)
    },
  }
}
