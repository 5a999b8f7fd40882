"""The datasets known by name: what each is, where it comes from, under which terms."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DatasetInfo:
    """What is known of a dataset before it is loaded.

    Parameters
    ----------
    name, title, task : str
        The name for `load_dataset`, a few words about the graph, and what is predicted.
    origin : str
        Where its files come from.
    publication, licence : str
        The paper to cite, and what the data may be used for.
    pyg : str
        The loader of PyTorch Geometric that downloads it, see `load_pyg`; empty where there is
        none.
    recipe : str
        Python that makes the graph in another way; empty where there is none.

    Examples
    --------
    >>> DatasetInfo("cora", "Cora", "classify papers", "somewhere").description
    'Cora; classify papers'
    """

    name: str
    title: str
    task: str
    origin: str
    publication: str = ""
    licence: str = "not stated"
    pyg: str = ""
    recipe: str = ""

    @property
    def description(self) -> str:
        """Title and task in one line."""
        return f"{self.title}; {self.task}"


DEBIAN = DatasetInfo(
    "debian",
    "Debian 12 application packages of 8 sections with libraries, maintainers and technical "
    "debtags (embedded)",
    "node classification (single label): section of a package, 8 classes",
    "the package index of Debian 12.15; built by `python -m motifcnn.datasets.debian`",
    licence="names, dependencies, tags and sections are facts about the packages",
)

PLANTED_ROLES = DatasetInfo(
    "planted-roles",
    "Synthetic triads in which only the role of a neighbour tells the class (generated)",
    "node classification (single label), 2 classes",
    "generated: motifcnn.datasets.synthetic.planted_roles(seed=0)",
    licence="none needed",
)

# Origin, publication and licence of sources with several datasets.
_AANE = (
    "github.com/xhuang31/AANE_Python",
    "Huang, Li, Hu: Accelerated Attributed Network Embedding, SDM 2017",
    "not stated",
)
_DEBIAN = (
    "Debian 12.15 (bookworm), section main: package index of amd64 and index of sources",
    "none; built here from the official index files",
    "not stated for the index itself; names, dependencies, tags and sections are facts about the "
    "packages",
)
_GRAPH_DATA = (
    "github.com/EdisonLeeeee/GraphData",
    "Shchur et al., Pitfalls of Graph Neural Network Evaluation, 2018",
    "MIT (repository; underlying data not stated)",
)
_HGB = (
    "github.com/YJJGo/PM-HGNN",
    "Lv et al.: Are we really making much progress? (Heterogeneous Graph Benchmark), KDD 2021",
    "not stated (HGB itself publishes the data without a licence text)",
)
_MOTIF_CNN = (
    "Sankar, Zhang, Chang: Motif-based Convolutional Neural Network on Graphs (arXiv 1711.05697)"
)
_MUSAE = (
    "github.com/benedekrozemberczki/MUSAE",
    "Rozemberczki, Allen, Sarkar: Multi-scale Attributed Node Embedding, 2019",
    "repository GPLv3; data also at SNAP without a licence text",
)
_PLANETOID = (
    "github.com/kimiyoung/planetoid",
    "Sen et al., AI Magazine 2008; "
    "Yang, Cohen, Salakhutdinov, Revisiting Semi-Supervised Learning, ICML 2016",
    "MIT (planetoid repository)",
)


def _meta_gnn(name: str) -> str:
    return f'register(motifcnn.datasets.meta_gnn.meta_gnn("{name}", sha256)), without features'


PUBLIC = (
    DatasetInfo(
        "amazon-computers",
        "Amazon Computers co-purchase graph",
        "node classification (single label)",
        *_GRAPH_DATA,
        "Amazon/computers",
    ),
    DatasetInfo(
        "amazon-photo",
        "Amazon Photo co-purchase graph",
        "node classification (single label)",
        *_GRAPH_DATA,
        "Amazon/photo",
    ),
    DatasetInfo(
        "blogcatalog",
        "BlogCatalog attributed network: bloggers, keywords as attributes",
        "node classification (single label): interest group",
        *_AANE,
        "AttributedGraphDataset/BlogCatalog",
    ),
    DatasetInfo(
        "blogcatalog3",
        "BlogCatalog friendship network with 39 interest groups (DeepWalk benchmark)",
        "node classification (multi-label): interest groups of a blogger",
        "github.com/phanein/deepwalk",
        "Tang, Liu: Relational Learning via Latent Social Dimensions, KDD 2009; "
        "Perozzi et al.: DeepWalk, KDD 2014",
        "repository GPLv3; data not stated",
    ),
    DatasetInfo(
        "citeseer",
        "Citeseer citation network, Planetoid version",
        "node classification (single label) of papers",
        *_PLANETOID,
        "Planetoid/CiteSeer",
    ),
    DatasetInfo(
        "coauthor-cs",
        "Coauthor CS (Microsoft Academic Graph)",
        "node classification (single label)",
        *_GRAPH_DATA,
        "Coauthor/CS",
    ),
    DatasetInfo(
        "coauthor-physics",
        "Coauthor Physics (Microsoft Academic Graph)",
        "node classification (single label)",
        *_GRAPH_DATA,
        "Coauthor/Physics",
    ),
    DatasetInfo(
        "cora",
        "Cora citation network, Planetoid version",
        "node classification (single label) of papers",
        *_PLANETOID,
        "Planetoid/Cora",
    ),
    DatasetInfo(
        "dblp-4area",
        "DBLP four area, complete release: classify authors into 4 areas",
        "node classification (single label) of authors",
        "github.com/Jhy1993/HAN",
        "Ji, Sun, Danilevsky, Han, Gao: GNetMine, ECML PKDD 2010; "
        "labels from Gao et al., NIPS 2009",
    ),
    DatasetInfo(
        "dblp-a",
        "DBLP-A: DBLP subset with citations, classify authors into 4 areas (Motif-CNN)",
        "node classification (single label) of authors",
        "github.com/littlepig2013/topk-meta-path-query",
        _MOTIF_CNN,
    ),
    DatasetInfo(
        "dblp-p",
        "DBLP-P: DBLP citation graph, classify papers (Motif-CNN / Meta-GNN)",
        "node classification (single label) of papers",
        "github.com/aravindsankar28/Meta-GNN",
        _MOTIF_CNN,
        recipe=_meta_gnn("dblp-p"),
    ),
    DatasetInfo(
        "debian-packages",
        "Debian 12 packages: dependencies, sources, maintainers, debtags",
        "node classification (single label): section of a package, 58 classes, very unbalanced",
        *_DEBIAN,
    ),
    DatasetInfo(
        "debian-small",
        "Debian application packages of 8 sections with libraries, maintainers, technical debtags "
        "(small, embeddable)",
        "node classification (single label): section of a package, 8 classes",
        *_DEBIAN,
        recipe='mc.load_dataset("debian")',
    ),
    DatasetInfo(
        "facebook-ego",
        "Facebook ego networks (SNAP ego-Facebook)",
        "node classification (single label): ego network of a user, 10 classes; "
        "or overlapping circles (circles.tsv.gz)",
        "github.com/aravindsankar28/RASE",
        "McAuley, Leskovec: Learning to Discover Social Circles in Ego Networks, NIPS 2012",
        "not stated in the repository (SNAP public dataset)",
    ),
    DatasetInfo(
        "facebook-pages",
        "Facebook page-page network (MUSAE)",
        "node classification (single label): category of a page",
        *_MUSAE,
        "FacebookPagePage",
    ),
    DatasetInfo(
        "flickr-7575",
        "Flickr attributed network: users, interest tags as attributes",
        "node classification (single label): interest group",
        *_AANE,
        "AttributedGraphDataset/Flickr",
    ),
    DatasetInfo(
        "flickr-groups-8000",
        "Flickr friendship network of 8,000 users with 195 interest groups",
        "node classification (multi-label): interest groups of a user",
        "github.com/wuhanrui/FDMA",
        "FDMA repository (users, user side information, user-item)",
    ),
    DatasetInfo(
        "hgb-acm",
        "HGB ACM: classify papers into 3 areas",
        "node classification (single label) of papers",
        *_HGB,
        "HGBDataset/ACM",
    ),
    DatasetInfo(
        "hgb-dblp",
        "HGB DBLP: classify authors into 4 areas",
        "node classification (single label) of authors",
        *_HGB,
        "HGBDataset/DBLP",
    ),
    DatasetInfo(
        "hgb-imdb",
        "HGB IMDB: classify movie genres (multi-label)",
        "node classification (multi-label) of movies",
        *_HGB,
        "HGBDataset/IMDB",
    ),
    DatasetInfo(
        "linkedin-ego",
        "LinkedIn ego networks (EgoNetUIUC), full crawl",
        "node classification (single label): "
        "relationship type that the ego assigned to a friend, 8 types",
        "github.com/aravindsankar28/RASE",
        _MOTIF_CNN,
    ),
    DatasetInfo(
        "linkedin-ego3",
        "LinkedIn ego networks, 3 relationship classes "
        "(stand-in for the LinkedIn set of Motif-CNN)",
        "node classification (single label), 3 classes",
        "github.com/aravindsankar28/RASE",
        _MOTIF_CNN,
    ),
    DatasetInfo(
        "moby-thesaurus",
        "Moby Thesaurus II: 2.5 million synonym links",
        "scale test; node classification (single label): "
        "WordNet supersense of terms that have only one, 45 classes",
        "JavaScript package moby 1.1.2 (file words.txt); labels from WordNet 3.0",
        "Ward: Moby Thesaurus II, 1996 (30,260 root words, 2,520,264 synonyms)",
        "public domain (Moby project); labels: WordNet 3.0 licence",
    ),
    DatasetInfo(
        "movie",
        "Movie: MovieLens movies, actors, users, tags; "
        "classify movie genres (Motif-CNN / Meta-GNN)",
        "node classification (multi-label) of movies",
        "github.com/aravindsankar28/Meta-GNN",
        _MOTIF_CNN,
        recipe=_meta_gnn("movie"),
    ),
    DatasetInfo(
        "pubmed",
        "Pubmed citation network, Planetoid version",
        "node classification (single label) of papers",
        *_PLANETOID,
        "Planetoid/PubMed",
    ),
    DatasetInfo(
        "twitch-en",
        "Twitch streamers, English (MUSAE)",
        "node classification (single label): mature content",
        *_MUSAE,
        "Twitch/EN",
    ),
    DatasetInfo(
        "wordnet",
        "WordNet 3.0: synsets by part of speech, words, 18 relations",
        "node classification (single label): "
        "lexicographer file (supersense) of a synset, 45 classes",
        "WordNet 3.0 database files as in the Debian package wordnet-base 1:3.0-37",
        "Fellbaum (ed.): WordNet, MIT Press 1998; Miller, CACM 1995",
        "WordNet 3.0 licence",
    ),
)
