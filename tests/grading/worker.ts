import { parentPort, workerData } from 'node:worker_threads'
import { grade, type Grade, type Lot } from './prove.ts'

const { engine } = workerData as { engine: string }
const { grade: by } = (await import(engine)) as { grade: Grade }

parentPort?.on('message', (lot: Lot) => {
  const result = grade(lot, by)
  parentPort?.postMessage(result, [result.times.buffer])
})
