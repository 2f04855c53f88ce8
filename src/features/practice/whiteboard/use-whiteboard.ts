import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call, serverNow } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { enqueue, useOutbox } from '#web/outbox.ts'
import { useMe } from '#web/session.tsx'
import { toast } from '#web/toast.tsx'
import type { WorkViewer } from '../question-ref.ts'
import { whiteboards } from './api.ts'
import { type Change, changed, inverse, merged, partsOf, type Stroke, type StoredStroke } from './strokes.ts'

/** A question's whiteboard, as seen by a viewer. */
export type WhiteboardRef = { viewer: WorkViewer; workId: string; n: number }

/** Returns the endpoints that read and change a whiteboard for a viewer. Parents can't change it. */
function endpointsOf({ role }: WorkViewer) {
  if (role === 'student') return { given: whiteboards.own, change: whiteboards.changeOwn }
  if (role === 'staff') return { given: whiteboards.given, change: whiteboards.changeGiven }
  return { given: whiteboards.childs, change: null }
}

/** Reads the strokes with numbers above `after`. */
const load = ({ viewer, workId, n }: WhiteboardRef, after: number, signal: AbortSignal) =>
  viewer.role === 'student'
    ? call(whiteboards.own, { workId, n, after }, { signal })
    : call(
        viewer.role === 'staff' ? whiteboards.given : whiteboards.childs,
        { studentId: viewer.studentId, workId, n, after },
        { signal },
      )

/**
 * Returns the strokes stored on the server. The first request reads all of them, and later ones only those
 * after the last known stroke.
 */
function useStored(of: WhiteboardRef) {
  const { viewer, workId, n } = of
  const queries = useQueryClient()
  const me = useMe()
  const { given } = endpointsOf(viewer)
  const at = viewer.role === 'student' ? { workId, n } : { studentId: viewer.studentId, workId, n }
  const queryKey = [given.path, at]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<StoredStroke[]> => {
      const known = queries.getQueryData<StoredStroke[]>(queryKey) ?? []
      return merged(known, await load(of, Math.max(0, ...known.map(({ seq }) => seq)), signal))
    },
  })
  useLive(`student:${viewer.role === 'student' ? me._id : viewer.studentId}`, ['whiteboard'], [given])
  return { query, queryKey, at }
}

/**
 * Returns the strokes of a question's whiteboard and the functions that change them. Changes are shown
 * immediately, and the outbox stores them on this device until the server has them. On a shared device, a
 * change isn't shown to other people until then.
 */
export function useWhiteboard(of: WhiteboardRef) {
  const queries = useQueryClient()
  // On a shared device, this is the teacher who was chosen there.
  const { userId: by } = useParams({ strict: false })
  const { query, queryKey, at } = useStored(of)
  const about = `whiteboard ${of.workId} ${of.n}`
  const waiting = useOutbox().unsent.flatMap(({ about: subject, input }) =>
    subject === about && input && input['by'] === by ? [input as unknown as Change] : [],
  )
  /** Changes made on this page, shown until the strokes have been read again. */
  const [settling, setSettling] = useState<readonly Change[]>([])
  const [{ past, future }, setSteps] = useState<{ past: readonly Change[]; future: readonly Change[] }>({
    past: [],
    future: [],
  })
  const strokes: readonly Stroke[] = changed(query.data ?? [], [...waiting, ...settling])

  async function sendPart(part: Change) {
    const { change } = endpointsOf(of.viewer)
    if (!change) return
    setSettling((now) => [...now, part])
    const drawnAt = new Date(serverNow()).toISOString()
    const input = { ...at, ...part, ...(of.viewer.role === 'staff' && { by, drawnAt }) }
    const { refused } = await enqueue(change, { kind: 'stroke', about, count: part.drawn.length || 1 }, input)
      .sent
    if (refused !== undefined) toast(refused, 'error')
    await queries.refetchQueries({ queryKey })
    setSettling((now) => now.filter((each) => each !== part))
  }
  const send = (change: Change) => partsOf(change).forEach((part) => void sendPart(part))
  const [last, next] = [past.at(-1), future.at(-1)]
  return {
    strokes,
    query,
    change: (change: Change) => {
      setSteps({ past: [...past, inverse(strokes, change)], future: [] })
      send(change)
    },
    undo:
      last &&
      (() => {
        setSteps({ past: past.slice(0, -1), future: [...future, inverse(strokes, last)] })
        send(last)
      }),
    redo:
      next &&
      (() => {
        setSteps({ past: [...past, inverse(strokes, next)], future: future.slice(0, -1) })
        send(next)
      }),
  }
}
