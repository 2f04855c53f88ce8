import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { classroom, type ClassAnswer } from './api.ts'

const pollMs = 12_000

type FeedState = { answers: ReadonlyMap<string, ClassAnswer>; next: string | null }

/** Returns today's answers of a class, newest first. Each fetch continues where the last one ended. */
export function useFeed(classId: string) {
  const queries = useQueryClient()
  const queryKey = [classroom.answers.path, { classId }]
  const feed = useQuery({
    queryKey,
    refetchInterval: pollMs,
    // Not cached after the feed is closed, because older answers may be graded or commented on before it
    // reopens.
    gcTime: 0,
    queryFn: async ({ signal }): Promise<FeedState> => {
      const known = queries.getQueryData<FeedState>(queryKey)
      const answers = new Map(known?.answers)
      let next = known?.next ?? null
      for (;;) {
        const page = await call(classroom.answers, { classId, ...(next && { after: next }) }, { signal })
        for (const answer of page.answers) answers.set(answer._id, answer)
        next = page.next
        if (!page.more) return { answers, next }
      }
    },
  })
  const markSeen = (answer: ClassAnswer) =>
    queries.setQueryData<FeedState>(
      queryKey,
      (kept) =>
        kept && { ...kept, answers: new Map(kept.answers).set(answer._id, { ...answer, seen: true }) },
    )
  const answers = feed.data
    ? [...feed.data.answers.values()].toSorted((a, b) => b.at.localeCompare(a.at))
    : null
  return { ...feed, answers, markSeen }
}
