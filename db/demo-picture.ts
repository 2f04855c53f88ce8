import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Db } from '#server/db.ts'

const bytes = readFileSync(new URL('./demo-shapes.webp', import.meta.url))

/** Picture of six figures, as in the key of a question that is answered on it. */
export const shapesPicture = {
  image: createHash('sha256').update(bytes).digest('hex'),
  width: 800,
  height: 500,
  alt: 'Six figures in two rows: orange, blue and green above, pink, purple and red below',
}

/** Stores the pictures of the demo's questions. */
export async function putDemoPictures(db: Db) {
  const { image, width, height } = shapesPicture
  await db`
    insert into visuals (id, name, width, height, bytes) values (${image}, 'figures.webp', ${width}, ${height}, ${bytes})
  `
}
