import type { Catalog } from '#shared/language.ts'

/** Spanish texts of this feature's staff pages. */
export const esStaff: Catalog = {
  'Match or sort': 'Emparejar o clasificar',
  'Students see groups and items in alphabetical order and choose a group for each item.':
    'Los estudiantes ven los grupos y los elementos en orden alfabético y eligen un grupo para cada elemento.',
  'Add group': 'Agregar grupo',
  Items: 'Elementos',
  'Item {num}': 'Elemento {num}',
  'Group of item {num}': 'Grupo del elemento {num}',
  'Remove item {num}': 'Quitar el elemento {num}',
  'At least two are needed.': 'Se necesitan al menos dos.',
  'Add item': 'Agregar elemento',
  'Write the letter that belongs to each.': 'Escriba la letra que corresponde a cada uno.',
  'An item has a group that doesn’t exist.': 'Un elemento tiene un grupo que no existe.',
  'Two items are the same.': 'Dos elementos son iguales.',
  'Two groups are the same.': 'Dos grupos son iguales.',
}
