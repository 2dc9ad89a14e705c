import { Link } from '@tanstack/react-router';
import styles from './webhooks-nav.module.css';

/** The pages of the section, at the head of each. */
export const WebhooksNav = () => (
  <nav aria-label="Webhooks" className={styles['nav']}>
    <Link to="/webhooks" activeOptions={{ exact: true, includeSearch: false }} className={styles['item']}>
      Endpoints
    </Link>
    <Link to="/webhooks/deliveries" activeOptions={{ includeSearch: false }} className={styles['item']}>
      Deliveries
    </Link>
    <Link to="/webhooks/event-types" activeOptions={{ includeSearch: false }} className={styles['item']}>
      Event types
    </Link>
    <Link to="/webhooks/receivers" activeOptions={{ includeSearch: false }} className={styles['item']}>
      Test receivers
    </Link>
  </nav>
);
