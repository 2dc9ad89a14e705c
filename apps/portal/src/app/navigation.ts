import {
  BookOpenCheck,
  ChartNoAxesColumn,
  Fish,
  House,
  KeyRound,
  Radio,
  ScrollText,
  Settings,
  ShieldCheck,
  Trophy,
  Users,
  Webhook,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

export interface NavigationItem {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shown to who has this scope alone. */
  readonly scope?: string;
}

export interface NavigationGroup {
  readonly label: string;
  readonly items: readonly NavigationItem[];
}

/** An item shows as soon as its route exists. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: 'Data',
    items: [
      { to: '/', label: 'Home', icon: House },
      { to: '/catches', label: 'Catches', icon: Fish },
      { to: '/species', label: 'Species', icon: BookOpenCheck },
      { to: '/leaderboards', label: 'Leaderboards', icon: Trophy },
    ],
  },
  {
    label: 'Developers',
    items: [
      { to: '/keys', label: 'Keys and apps', icon: KeyRound },
      { to: '/webhooks', label: 'Webhooks', icon: Webhook },
      { to: '/events', label: 'Events', icon: Radio },
      { to: '/requests', label: 'Requests', icon: ChartNoAxesColumn },
    ],
  },
  {
    label: 'Operations',
    items: [
      { to: '/review', label: 'Review', icon: ShieldCheck, scope: 'verifications:write' },
      { to: '/audit-log', label: 'Audit log', icon: ScrollText, scope: 'admin' },
      { to: '/accounts', label: 'Accounts', icon: Users, scope: 'admin' },
    ],
  },
  { label: 'You', items: [{ to: '/settings', label: 'Account', icon: Settings }] },
];
