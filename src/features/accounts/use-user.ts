import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '#shared/problem.ts'
import { read, useSend } from '#web/api.ts'
import { meChanged } from '#web/session.tsx'
import { accounts, type User } from './api.ts'
import { people } from './people/api.ts'

type Fields = Partial<Pick<User, 'firstName' | 'lastName' | 'avatar' | 'email'>> & { currentPassword?: string }

/**
 * Saves some fields of an account; the others stay as they were last seen. Somebody else's change in between is refused once, and stands
 * in `newer`: saving again is then meant.
 */
export function useUserChange(user: User, onSaved: () => void) {
  const queries = useQueryClient()
  const [seen, setSeen] = useState(user)
  const [error, setError] = useState<Error | null>(null)
  const show = (now: User) => queries.setQueryData(read(accounts.user, { id: now._id }).queryKey, now)
  const newer = error instanceof Problem && error.status === 412 ? seen : null
  const send = useSend(accounts.change, {
    onSuccess: (after) => {
      show(after)
      void meChanged()
      void queries.invalidateQueries({ queryKey: [people.list.path] })
      void queries.invalidateQueries({ queryKey: [people.staff.path] })
      onSaved()
    },
    onError: (failure) => {
      if (failure instanceof Problem && failure.status === 412) {
        const now = failure.more.current as User
        setSeen(now)
        show(now)
      }
      setError(failure)
    },
  })
  return {
    save: (fields: Fields) => {
      if (send.isPending) return
      setError(null)
      const { _id: id, firstName, lastName, avatar, version } = seen
      send.mutate({ id, firstName, lastName, avatar, ...fields, ifMatch: version })
    },
    busy: send.isPending,
    error,
    newer,
  }
}
