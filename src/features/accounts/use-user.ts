import { useQueryClient } from '@tanstack/react-query'
import { Problem } from '#shared/problem.ts'
import { read, useSend } from '#web/api.ts'
import { refetchMe } from '#web/session.tsx'
import { useEdit } from '#web/use-edit.ts'
import { accounts, type User } from './api.ts'
import { people } from './people/api.ts'

type Fields = Partial<Pick<User, 'firstName' | 'lastName' | 'avatar' | 'email'>> & {
  currentPassword?: string
}

/**
 * Edits and saves some fields of an account. Other fields are saved with the values that were last loaded.
 */
export function useUserChange<D extends object>(
  user: User,
  form: Parameters<typeof useEdit<User, D>>[1],
  onSaved: (after: User, sent: Fields) => void,
) {
  const queries = useQueryClient()
  const { base, fail, ...edit } = useEdit(user, form)
  const show = (now: User) => queries.setQueryData(read(accounts.user, { id: now._id }).queryKey, now)
  const send = useSend(accounts.change, {
    onSuccess: (after, sent) => {
      show(after)
      void refetchMe()
      void queries.invalidateQueries({ queryKey: [people.list.path] })
      void queries.invalidateQueries({ queryKey: [people.staff.path] })
      onSaved(after, sent)
    },
    onError: (failure) => {
      if (failure instanceof Problem && failure.status === 412) show(failure.more.current as User)
      fail(failure)
    },
  })
  const save = (fields: Fields) => {
    if (send.isPending) return
    const { _id: id, firstName, lastName, avatar, version } = base
    send.mutate({ id, firstName, lastName, avatar, ...fields, ifMatch: version })
  }
  return { ...edit, base, save, busy: send.isPending }
}
