import { Head } from "../ui"; export default function V() { return <Head title="…" />; }
