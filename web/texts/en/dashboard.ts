export const dashboard = {
  title: 'Dashboard',
  greeting: (firstName: string) => `Good to see you, ${firstName}.`,
  cards: {
    totalProperties: 'Total Properties',
    activeProperties: 'Active Properties',
    waitlistRequests: 'Waitlist Requests',
    notificationsSent: 'Notifications Sent',
  },
  loadFailed: 'Failed to load dashboard data',
  recent: 'Recent Waitlist Entries',
  recentAll: 'All requests',
  noEntries: 'No waitlist entries yet',
  noEntriesBody:
    'Share your waitlist link where guests find you: your website, a reply to an inquiry, a listing.',
  link: {
    title: 'Waitlist Link',
    body: 'Guests need no account. They choose a property, leave their dates, and hear from you when those open.',
    needsProperty: 'Add a property to generate a waitlist link.',
    addProperty: 'Add Property',
    label: 'Your public waitlist link',
    copy: 'Copy Link',
    copied: 'Link Copied',
    open: 'Open Waitlist',
  },
}
