import { useState } from 'react'
import { Link } from 'react-router-dom'
import { EllipsisVertical, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import type { ListedProperty } from '../../events/api.ts'
import { paths } from '../paths.ts'
import { properties } from '../texts/properties.ts'
import { Menu, MenuItem, MenuLink } from '../ui/menu.tsx'
import { Switch } from '../ui/switch.tsx'
import { CalendarHealthWords } from './calendar-health.tsx'
import { DeleteProperty } from './delete-property.tsx'
import { PropertyThumb } from './property-thumb.tsx'
import { useSwitchProperty } from './use-switch-property.ts'

interface PropertyRowProps {
  property: ListedProperty
  onEdit: () => void
}

/** One property of the list: what it is, how its calendar fares, its switch and its menu. */
export function PropertyRow({ property, onEdit }: PropertyRowProps) {
  const [isDeleting, setDeleting] = useState(false)
  const switching = useSwitchProperty(property)

  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 border-b border-rule py-4 sm:items-center sm:grid-cols-[auto_minmax(0,1fr)_7rem_auto_auto]">
      <PropertyThumb name={property.name} src={property.imageUrl} />
      <div className="min-w-0">
        <Link
          to={paths.property(property.id)}
          className="inline-block max-w-full truncate py-1 align-top font-bold hover:underline sm:text-lg"
        >
          {property.name}
        </Link>
        <CalendarHealthWords property={property} />
      </div>
      <p className="text-sm text-ink-soft tabular-nums max-sm:col-start-2 max-sm:row-start-2">
        {properties.requests(property.waitlistCount)}
        {property.waitingCount > 0 && (
          <span className="text-xs max-sm:before:content-[',_'] sm:block">
            {properties.waiting(property.waitingCount)}
          </span>
        )}
      </p>
      <div className="flex items-center gap-2 max-sm:col-start-2 max-sm:row-start-3">
        <Switch
          label={properties.switchLabel(property.name)}
          checked={switching.isActive}
          onChange={(isActive) => switching.turn(isActive)}
        />
        <span aria-hidden className="w-15 text-sm text-ink-soft">
          {switching.isActive ? properties.active : properties.inactive}
        </span>
      </div>
      <Menu
        label={properties.menu(property.name)}
        trigger={<EllipsisVertical aria-hidden className="size-5" />}
        className="max-sm:col-start-3 max-sm:row-start-1"
      >
        <MenuItem onSelect={onEdit}>
          <Pencil aria-hidden />
          {properties.edit}
        </MenuItem>
        {property.bookingUrl && (
          <MenuLink href={property.bookingUrl}>
            <ExternalLink aria-hidden />
            {properties.viewListing}
          </MenuLink>
        )}
        <MenuItem danger onSelect={() => setDeleting(true)}>
          <Trash2 aria-hidden />
          {properties.delete}
        </MenuItem>
      </Menu>
      <DeleteProperty property={property} open={isDeleting} onClose={() => setDeleting(false)} />
    </li>
  )
}
