import { useParams } from '@tanstack/react-router'
import { useMe } from '#web/session.tsx'

/**
 * Returns who is recorded as the author of grades and comments. `author` is the ID of the teacher `chosen` on
 * a shared device; elsewhere, of the signed-in person.
 */
export function useAuthor() {
  const me = useMe()
  const { userId: chosen } = useParams({ strict: false })
  return { chosen, author: chosen ?? me._id }
}
