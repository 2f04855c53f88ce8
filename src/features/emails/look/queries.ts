import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Picture } from '#server/pictures.ts'

export const logoBytes = (db: Db, center: CenterId, image: string) => db<{ bytes: Buffer }[]>`
  select bytes from center_logos where center_id = ${center} and image = ${image}
`

export const putLogo = (db: Db, center: CenterId, { image, bytes, width, height }: Picture) => db`
  insert into center_logos (center_id, image, bytes, width, height) values (${center}, ${image}, ${bytes}, ${width}, ${height})
  on conflict (center_id) do update set image = excluded.image, bytes = excluded.bytes, width = excluded.width, height = excluded.height
`

export const dropLogo = (db: Db, center: CenterId) => db<{ image: string }[]>`
  delete from center_logos where center_id = ${center} returning image
`

export const ownAddress = (db: Db, personId: string) => db<{ firstName: string; email: string | null }[]>`
  select first_name, email from people where id = ${personId}
`
