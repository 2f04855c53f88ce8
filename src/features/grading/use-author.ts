import { useParams } from '@tanstack/react-router'
import { useMe } from '#web/session.tsx'

/**
 * Returns the ID of the person who grades and comments as `author`: on a device the teacher `chosen` there,
 * otherwise the signed-in person.
 */
export function useAuthor() {
  const me = useMe()
  const { userId: chosen } = useParams({ strict: false })
  return { chosen, author: chosen ?? me._id }
}
